/** A line between blocks of a table, or a horizontal rule. */
const IS_LINE = /^[\s|:*_-]+$/

/**
 * Returns the text of markdown without its marks, as paragraphs of lines. It is a rough approximation until the real
 * rendering, not a parser. Each expression stops at the next mark of its kind, so that hostile text costs no more than
 * other text.
 */
export function withoutMarks(markdown: string): string[] {
  return markdown
    .split(/\n\s*\n/)
    .map(block => block.split('\n').flatMap(lineOf).join('\n'))
    .filter(text => text !== '')
}

/** The same as one text, for places that show no markup. A text that is nothing but marks stays as it is. */
export const plainText = (markdown: string): string => withoutMarks(markdown).join('\n') || markdown

const markInLine = /[*_~`[\\|]|&#?\w+;|https?:\/\/|www\.|[\w.]@\w/i
const markOfLine = /^[ \t]*(?:>|(?:#{1,6}|[-+]|\d{1,9}[.)])(?:[ \t]|$)|-{3}|:-)/m

/**
 * Whether a text of a message may look otherwise as Markdown: because of marks, or because of addresses. Most messages
 * have none and need no parser.
 */
export const hasMarks = (text: string): boolean => markInLine.test(text) || markOfLine.test(text)

/** Whether a text is as high without its marks as with them. */
export const isDrawnAlike = (text: string): boolean => !hasMarks(text) && !text.includes('\n')

function lineOf(line: string): string[] {
  const text = line.trim()
  if (text.startsWith('```') || text.startsWith('~~~') || IS_LINE.test(text)) return []
  return [
    text
      .replace(/^(#{1,6}\s+|>\s?)/, '')
      .replace(/^[-*+]\s+(\[[ xX]\]\s+)?/, '• ')
      .replace(/^\||\|$/g, '')
      .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .replace(/\*\*|__|~~|`/g, '')
      .replace(/(?<![\w\\])([*_])([^\s*_](?:[^*_]*[^\s*_])?)\1(?!\w)/g, '$2')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .trim(),
  ]
}
