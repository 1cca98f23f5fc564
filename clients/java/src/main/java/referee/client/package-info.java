/**
 * A library for bots that play on a Referee server: a {@link referee.client.Bot} chooses, {@link
 * referee.client.Runner} does everything else.
 */
package referee.client;
