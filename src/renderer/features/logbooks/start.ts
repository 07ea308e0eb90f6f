import { offerCommands } from './commands'
import { followLogbooks } from './follow'
import { followGraphs } from './graphs/follow'
import { followSide } from './side/follow'

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
