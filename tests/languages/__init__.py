"""The conformance kit: what the bots of every language in `clients/` have to stand. `make test-clients` runs it.

A language is a folder in `clients/` with a `client.toml`:

    name = "Go"
    needs = ["go 1.24"]         # what it takes to build a bot: programs, with the lowest version where that matters
    debian = ["golang-go"]      # packages that bring them
    build = "go build ..."      # shell lines, run in the folder
    lint = "go vet ./..."
    test = "go test ./..."
    [care]                      # what it takes besides to lint and test the library; left out, if nothing
    needs = ["cargo-clippy"]
    debian = ["rust-clippy"]
    [bots]                      # command lines; words that are files of the folder are found there
    random = "bin/random"       # plays any game
    keepers = "bin/keepers"     # beats random at Keepers
    scripted = "bin/scripted"   # does what the text of a Turn says
    echo = "bin/echo"           # answers with the default on a bare stream, without the library, to measure against
    [starter]                   # a first bot, which `referee bot new` writes
    library = ["referee"]       # folders that `referee bot update` renews
    settings = ["go.mod"]       # files that the bot's author may change; left out, if there are none
    module = "refereebot"       # the name of Go's module, which the bot's own name replaces; left out elsewhere
    build = "go build"          # {{name}} is the bot's name here
    run = "./{{name}}"
    versions = "..."            # a sentence for the bot's README: where its lock file is, or why there is none

A starter consists of these folders and files of the library, the `.proto` files in `protos/`, and what lies in
`starter/`. For one game the files in `starter_game/` take the place of those. Where they end with `.in` they are
templates (`referee/starters/template.py`); in the others `"my bot"` becomes the bot's name.

The scripted bot is the kit's hand inside of the library. It runs with text, events, cards and `max_matches = 3`,
calls itself `scripted <name of the language>`, and does for each Turn what `turn.text` says:

| text | what its `choose` does |
|---|---|
| `choose N` | returns N, whatever N is |
| `note N WORDS` | leaves WORDS as the note and returns N |
| `count` | returns how many Turns this bot object was asked before this one |
| `wait MS N` | thinks for MS milliseconds as a bot of that language would, then returns N |
| `fail` | throws, panics, whatever goes wrong in that language: `told to fail` |
| `cards` | leaves the card set of its match as the note, and returns 0 |
| `tell` | leaves as the note what it knows, and returns 0 |

`tell` writes these, with a blank between them: id of the game, own seat, number of seats, the option `max_rounds` of
the match, number of options, default option, milliseconds left of the decision and of the bank, texts of the options
joined with `|`, number of options and of events in the unpacked message `referee.games.keepers.v1.Position`. To any
other text it answers with the default option.
"""
