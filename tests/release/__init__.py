"""`make release VERSION=1.2.3`: one version in every package, and artefacts in dist/. It tags and publishes nothing.

versions.py   where the version and the maintainers' own names stand, and how they are written
checks.py     what must hold before a release is made
packages.py   the artefacts of every language
"""
