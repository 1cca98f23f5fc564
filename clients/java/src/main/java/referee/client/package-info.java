/**
 * Write bots for the referee of bot tournaments: a {@link referee.client.Bot} chooses, {@link
 * referee.client.Runner} does everything else.
 */
package referee.client;
