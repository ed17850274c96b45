#!/usr/bin/env bash
# BradleyTerry2 1.1-2 (Debian: r-cran-bradleyterry2 1.1-2-2, R 4.2.2): players of groups that never met are compared.
# Guess: the whole second group has no ability (NA), or the fit is refused.
# Seen: of two pairs that never met, one player of the second pair is NA. The other one has an ability against the first player of the
#   first pair, with an error of an ordinary size, although no game connects them: it is the ability against their own partner.
#   Renaming the partner to come first turns its sign. Nothing warns.
# A user of goldrush meets this with a schedule in parts, such as tournaments of strong and weak bots put together from two folders:
#   C seems the better player of all four. goldrush gives no chance of being stronger (null) where no games connect two bots.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! Rscript -e 'library(BradleyTerry2)' > /dev/null 2>&1; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends r-cran-bradleyterry2 > /dev/null
fi

cat > "$folder/groups.R" << 'END'
options(warn = 2)    # a warning would stop the script
suppressPackageStartupMessages(library(BradleyTerry2))
stopifnot(packageVersion("BradleyTerry2") == "1.1.2")
fit <- function(second) {
  players <- c("A", "B", second)
  games <- data.frame(
    one = factor(c("A", "C"), players), two = factor(c("B", "D"), players), wins = c(3, 4), losses = c(2, 1))
  BTabilities(BTm(cbind(wins, losses), one, two, data = games))
}
print(usual <- fit(c("C", "D")))
print(turned <- fit(c("D", "C")))
stopifnot(is.na(usual["D", "ability"]), round(usual["C", "ability"], 3) == 1.386, round(usual["C", "s.e."], 3) == 1.118)
stopifnot(is.na(turned["C", "ability"]), round(turned["D", "ability"], 3) == -1.386)
END
Rscript --vanilla "$folder/groups.R"
