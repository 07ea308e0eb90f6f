import { offerCommands } from './commands'
import { followGraphs } from './graphs/subscriptions'
import { followSide } from './side/subscriptions'
import { followLogbooks } from './subscriptions'

let isStarted = false

/** Subscribes to events, sends unsent logs and registers commands. Runs once, for the first caller that needs it. */
export function startLogbooks(): void {
  if (isStarted) return
  isStarted = true
  followLogbooks()
  followGraphs()
  followSide()
  offerCommands()
}
