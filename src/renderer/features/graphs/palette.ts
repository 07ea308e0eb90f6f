/** The colours of a chart, in the form that the canvas takes. */
export interface Palette {
  text: string
  muted: string
  line: string
  surface: string
  /** The lines of patterns on bars. */
  pattern: string
  /** By the index of a label [9.8c]. */
  marks: string[]
  font: string
}

/**
 * Reads the tokens as they apply to an element, in light or in dark. They must be read from elements, because the
 * variables themselves contain both values.
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

/** The colours for paper: those of the light theme, whatever the page uses. */
export function paperPalette(colourOf: (index: number) => number): Palette {
  const paper = document.createElement('div')
  paper.dataset.theme = 'light'
  paper.hidden = true
  document.body.append(paper)
  const palette = paletteAt(paper, colourOf)
  paper.remove()
  return palette
}
