/**
 * Characters that would start a heading, list, table or rule at the beginning of a line although they are meant as
 * text.
 */
const lineBeginnings: [RegExp, string][] = [
  [/^[ \t]+/, ''],
  [/^(?=[\s|:=-]+$)(?=.*[-=])/, '\\'],
  [/^(?=#{1,6}(\s|$)|[-+](\s|$))/, '\\'],
  [/^(\d{1,9})(?=[.)](\s|$))/, '$1\\'],
]

/** Escapes a paragraph so that no line of it starts another kind of block. */
export const asWords = (text: string): string =>
  withoutBreaksAround(text)
    .split('\n')
    .map(line => lineBeginnings.reduce((so, [beginning, instead]) => so.replace(beginning, instead), line))
    .join('\n')

/** Removes line breaks at both ends: a leading one would leave a list item empty, a trailing one has no meaning. */
function withoutBreaksAround(text: string): string {
  const end = text.trimEnd()
  const body = text.indexOf('\n', end.length) < 0 ? text : end
  const blanks = body.length - body.trimStart().length
  return body.slice(body.slice(0, blanks).lastIndexOf('\n') + 1)
}

/**
 * Puts the text of a heading on one line. The pattern matches each run of blanks from its start only, which keeps it
 * linear.
 */
export const onOneLine = (text: string): string => text.replace(/(?<! ) *\n[\n ]*/g, ' ')
