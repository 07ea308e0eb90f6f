/** The colours that a chart is drawn with, as the canvas takes them. */
export interface Palette {
  text: string
  muted: string
  line: string
  surface: string
  /** Lines of patterns over bars. */
  pattern: string
  /** By a label's index [9.8c]. */
  marks: string[]
  font: string
}

/**
 * Reads the tokens as they hold at a place of the page, in light or in dark. Their values are only worked out on elements: the
 * variables themselves still say both.
 */
export function paletteAt(place: HTMLElement, colourOf: (index: number) => number): Palette {
  const probe = document.createElement('span')
  probe.hidden = true
  place.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const palette = {
    text: colour('text'),
    muted: colour('text-muted'),
    line: colour('border'),
    surface: colour('surface-1'),
    pattern: colour('surface-1'),
    marks: [0, 1, 2, 3, 4].map(index => colour(`label-${colourOf(index)}-mark`)),
    font: getComputedStyle(probe).fontFamily,
  }
  probe.remove()
  return palette
}

/** The colours for paper: as in the light theme, whatever the page is shown in. */
export function paperPalette(colourOf: (index: number) => number): Palette {
  const paper = document.createElement('div')
  paper.dataset.theme = 'light'
  paper.hidden = true
  document.body.append(paper)
  const palette = paletteAt(paper, colourOf)
  paper.remove()
  return palette
}
