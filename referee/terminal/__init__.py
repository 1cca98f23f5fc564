"""Code that all commands share: those of `referee`, of `tournament` and of other packages.

`printing`, `markdown` and `console` print answers; `exits` ends commands; `interrupting` handles Ctrl-C;
`late_commands` loads a command when it is chosen; `first_steps` is what a program prints without a command;
`metrics_option` and `traces_option` are options of several commands. `scenes` shows a record step by step from the view
of a seat or a spectator, and `scene_texts` turns that into text.
"""
