#!/usr/bin/env bash
# readr 2.1.4 with vroom 1.6.1 (Debian: r-cran-readr 2.1.4-1, R 4.2.2): the tiles 12d and 26d are the numbers 12 and 26.
# Guess: read_csv takes a column for numbers only if all of its texts are numbers, so codes that end in a letter stay text.
# Seen: codes that end in d, D, e, l or L become numbers without their letter, and 12d3 becomes 12,000. Those that end in a, b or c stay
#   text, and keep the whole column text. Nothing warns, and readr contradicts itself: parse_double refuses "12d", and guess_parser
#   takes it for text. R's own read.csv drops only the e; fread of data.table drops nothing.
# A user of goldrush meets this with tables of codes of tiles, such as those of one draw or of the deals in records: a table that happens
#   to have only the d variants has tiles that do not exist. goldrush's own tables write `tile 12d`, which stays text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! Rscript -e 'library(readr)' > /dev/null 2>&1; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends r-cran-readr > /dev/null
fi

cat > "$folder/codes.R" << 'END'
options(warn = 2)    # a warning would stop the script
library(readr)
stopifnot(packageVersion("readr") == "2.1.4", packageVersion("vroom") == "1.6.1")
tiles <- function(..., read) {
  file <- tempfile(fileext = ".csv")
  writeLines(c("tile,times", paste0(c(...), ",1")), file)
  read(file)$tile
}
quiet <- function(file) suppressMessages(read_csv(file, progress = FALSE))
for (codes in list(c("12d", "26d"), "12e", "12L", "12d3", "12c", c("12d", "47c"), c("tile 12d", "tile 26d"))) {
  cat(codes, "->", format(tiles(codes, read = quiet)), "- read.csv:", format(tiles(codes, read = read.csv)), "\n")
}
stopifnot(identical(tiles("12d", "26d", read = quiet), c(12, 26)))
stopifnot(tiles("12e", read = quiet) == 12, tiles("12L", read = quiet) == 12, tiles("12d3", read = quiet) == 12000)
stopifnot(identical(tiles("12c", read = quiet), "12c"), identical(tiles("12d", "47c", read = quiet), c("12d", "47c")))
stopifnot(identical(tiles("tile 12d", read = quiet), "tile 12d"))
stopifnot(identical(tiles("12d", "26d", read = read.csv), c("12d", "26d")), tiles("12e", read = read.csv) == 12)
stopifnot(guess_parser("12d") == "character", is.na(suppressWarnings(parse_double("12d"))))
# What helps: name the type.
as_text <- function(file) read_csv(file, col_types = cols(tile = "c"), progress = FALSE)
stopifnot(identical(tiles("12d", "26d", read = as_text), c("12d", "26d")))
END
Rscript --vanilla "$folder/codes.R"
