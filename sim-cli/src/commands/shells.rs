//! Bash and zsh as they complete command lines, with scripts of our own in place of those of `clap_complete`.
//!
//! Bash cuts words at `=` and `:`, which stand in options (`--agents=greedy`), factors (`farmers=yes`) and parameters of bots
//! (`rollout:playouts=50`). Its script joins the pieces, and takes off what stands before the last cut, since bash replaces only
//! what follows it. Zsh writes a blank after a word, also where the word goes on, as after `farmers=`; its script does not.

use std::ffi::OsString;
use std::io::{Error, Write};
use std::path::Path;

use clap::Command;
use clap_complete::env;
use clap_complete::env::EnvCompleter;

const BASH: &str = r#"_goldrush_complete() {
    # Bytes, as COMP_POINT counts them.
    local IFS=$'\n' LC_ALL=C
    local rest=${COMP_LINE:0:COMP_POINT} words=() last=-1 index blank piece
    for ((index = 0; index <= COMP_CWORD; index++)); do
        blank=${rest%%[![:blank:]]*}
        rest=${rest#"$blank"}
        piece=${COMP_WORDS[index]}
        # The word at the cursor ends there.
        if ((index == COMP_CWORD)) || [[ $rest != "$piece"* ]]; then piece=$rest; fi
        rest=${rest#"$piece"}
        # Pieces without a blank between them are one word.
        if [[ $index == 0 || -n $blank ]]; then ((++last)); words[last]=; fi
        words[last]+=$piece
    done
    local word=${words[last]} quoted= cut= breaks=${COMP_WORDBREAKS//[^=:]/}
    # Within quotes bash cuts nothing.
    if [[ $word == [\"\']* ]]; then
        quoted=yes word=${word:1}
    elif [[ -n $breaks && $word == *["$breaks"]* ]]; then
        cut=${word%"${word##*["$breaks"]}"}
    fi
    words=("${words[@]//[\"\']/}")
    words[last]=${word//\\/}
    COMPREPLY=($(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$last _CLAP_COMPLETE_COMP_TYPE=$COMP_TYPE VARIABLE=bash \
        PROGRAM -- "${words[@]}" 2> /dev/null))
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=:/] ]]; then compopt -o nospace 2> /dev/null; fi
    for index in "${!COMPREPLY[@]}"; do
        piece=${COMPREPLY[index]#"$cut"}
        [[ -n $quoted || $piece != *[\ \(\)\&\;]* ]] || printf -v piece %q "$piece"
        COMPREPLY[index]=$piece
    done
}
if [[ ${BASH_VERSINFO[0]} -gt 4 || ${BASH_VERSINFO[0]} == 4 && ${BASH_VERSINFO[1]} -ge 4 ]]; then
    complete -o bashdefault -o nosort -F _goldrush_complete COMMAND
else
    complete -o bashdefault -F _goldrush_complete COMMAND
fi
"#;

const ZSH: &str = r#"#compdef COMMAND
function _goldrush_complete() {
    local -a offered=("${(@f)$(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) VARIABLE=zsh \
        PROGRAM -- "${words[@]}" 2> /dev/null)}")
    local -a open=() whole=()
    local one value
    for one in $offered; do
        # The value ends at the first colon that is not escaped.
        value=${${one//\\:/$'\0'}%%:*}
        value=${value//$'\0'/\\:}
        if [[ $value == *[=:/] ]]; then open+=("$one"); elif [[ -n $one ]]; then whole+=("$one"); fi
    done
    # A word that goes on has no blank after it.
    (($#open)) && _describe -V 'values' open -S ''
    (($#whole)) && _describe -V 'values' whole
}
compdef _goldrush_complete COMMAND
"#;

/// Returns a script for a program.
fn script(of: &str, variable: &str, command: &str, program: &str) -> Result<String, Error> {
    let quoted = shlex::try_quote(program).map_err(Error::other)?;
    Ok(of
        .replace("COMMAND", command)
        .replace("VARIABLE", variable)
        .replace("PROGRAM", &quoted))
}

/// Bash.
pub(super) struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        env::Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        env::Bash.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        command: &str,
        program: &str,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        to.write_all(script(BASH, variable, command, program)?.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        env::Bash.write_complete(command, words, folder, to)
    }
}

/// Zsh.
pub(super) struct Zsh;

impl EnvCompleter for Zsh {
    fn name(&self) -> &'static str {
        env::Zsh.name()
    }

    fn is(&self, name: &str) -> bool {
        env::Zsh.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        command: &str,
        program: &str,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        to.write_all(script(ZSH, variable, command, program)?.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        env::Zsh.write_complete(command, words, folder, to)
    }
}
