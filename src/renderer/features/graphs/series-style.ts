/** What distinguishes a label's series besides its colour: dashes and symbols of lines, patterns of bars. */
export interface SeriesStyle {
  dash: number[] | 'solid'
  symbol: 'circle' | 'rect' | 'triangle' | 'diamond' | 'roundRect'
  /** Null for a plain bar. */
  pattern: {
    symbol: 'rect' | 'circle'
    rotation: number
    dashX: number | number[]
    dashY: number[]
    size: number
  } | null
}

const styles: readonly SeriesStyle[] = [
  { dash: 'solid', symbol: 'circle', pattern: null },
  {
    dash: [7, 4],
    symbol: 'rect',
    pattern: { symbol: 'rect', rotation: Math.PI / 4, dashX: [1, 0], dashY: [2, 5], size: 1 },
  },
  {
    dash: [2, 4],
    symbol: 'triangle',
    pattern: {
      symbol: 'circle',
      rotation: 0,
      dashX: [4, 4],
      dashY: [5, 3],
      size: 0.8,
    },
  },
  {
    dash: [10, 3, 2, 3],
    symbol: 'diamond',
    pattern: { symbol: 'rect', rotation: -Math.PI / 4, dashX: [1, 0], dashY: [2, 5], size: 1 },
  },
  {
    dash: [5, 2],
    symbol: 'roundRect',
    pattern: { symbol: 'rect', rotation: 0, dashX: [1, 0], dashY: [2, 5], size: 1 },
  },
]

/** Returns the style of the label with this index [9.8c]. */
export const styleOf = (index: number): SeriesStyle => styles[index % styles.length] as SeriesStyle
