"""Tests a bot with a referee that follows the protocol, but is as difficult as the protocol allows.

check          runs the trials, each with a new process of the bot
trials         the trials that a bot must pass, one function each; `connections` has those about connections
trial          what every trial needs, with a real match from `trial_match`
stage          the gRPC side: a server that sends and receives single messages
"""
