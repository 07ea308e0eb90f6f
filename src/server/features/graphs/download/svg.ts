import { type Box, type Drawing, ink, type Label } from './drawing'
import { escaped } from './markup'

const round = (number: number) => Math.round(number * 100) / 100

const boxOf = ({ x, y, width, height, fill }: Box) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`

const textOf = ({ x, y, text, size, ends, isBold }: Label) =>
  `<text x="${round(x)}" y="${round(y)}" font-size="${size}"${ends ? ' text-anchor="end"' : ''}${isBold ? ' font-weight="600"' : ''}>${escaped(text)}</text>`

/** The drawing as SVG. It contains no script, no link and nothing to load. */
export const svgOf = ({ title, width, height, boxes, labels }: Drawing): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" fill="${ink}">`,
    `<title>${escaped(title)}</title>`,
    ...boxes.map(boxOf),
    ...labels.map(textOf),
    '</svg>',
  ].join('')
