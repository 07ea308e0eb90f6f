import { offerCommands } from './commands'
import { followGraphs } from './graphs/subscriptions'
import { followSide } from './side/subscriptions'
import { followLogbooks } from './subscriptions'

let isStarted = false

/** Follows events, sends what waits and offers commands; called by whoever needs it first, and done once. */
export function startLogbooks(): void {
  if (isStarted) return
  isStarted = true
  followLogbooks()
  followGraphs()
  followSide()
  offerCommands()
}
