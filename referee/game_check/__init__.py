"""The checks of `referee game check`, for the author of a game before a release.

package.py     the games that a package registers, and whether they are installed from it
testing.py, reporting.py   the package's own tests: the battery, options, fairness, and the rest
messages.py    the `.proto` of the package, compared with the classes and with the last release
speed.py       the speed of the rules and the view, and the size of Turns
replaying.py   a match from record to replay page
bots.py        the bots of the package
finding.py     the results of checks
"""
