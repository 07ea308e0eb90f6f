/**
 * The two clocks of a computer: `now` is the wall clock; `elapsed` only grows but may stand still while the computer
 * sleeps.
 */
interface TwoClocks {
  now(): number
  elapsed(): number
}

/**
 * A clock in milliseconds for measuring how long ago something was at most. It continues during sleep, as the wall
 * clock does, and never goes back when somebody sets the clock back. Things that expire are therefore not kept longer
 * by the jump.
 */
export function steadyClock(clocks: TwoClocks): () => number {
  let wall = clocks.now()
  let elapsed = clocks.elapsed()
  let steady = wall
  return () => {
    const [nowWall, nowElapsed] = [clocks.now(), clocks.elapsed()]
    steady += Math.max(nowWall - wall, nowElapsed - elapsed)
    wall = nowWall
    elapsed = nowElapsed
    return steady
  }
}
