"""What all commands have in common, those of `referee` and those of other packages.

`printing`, `columns` and `console`: how an answer is printed; `exits`: how a command ends; `interrupting`: Ctrl-C.
`scenes` tells a record step by step as somebody saw it, and `scene_texts` makes text of that.
"""
