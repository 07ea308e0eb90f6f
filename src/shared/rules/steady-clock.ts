/** The two clocks of a computer: `now` is what the wall says, `elapsed` only grows but may stand still while the computer sleeps. */
interface TwoClocks {
  now(): number
  elapsed(): number
}

/**
 * Milliseconds that tell how long ago something was at most. They go on while the computer sleeps, as the wall's do, and never go back
 * when somebody sets the clock back: what is kept for a while is not kept for as long as the jump.
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
