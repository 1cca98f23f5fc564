"""Tests of the bot libraries."""
