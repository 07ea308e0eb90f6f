/** What would begin a heading, list, table or rule at the beginning of a line, although it is meant as words. */
const lineBeginnings: [RegExp, string][] = [
  [/^[ \t]+/, ''],
  [/^(?=[\s|:=-]+$)(?=.*[-=])/, '\\'],
  [/^(?=#{1,6}(\s|$)|[-+](\s|$))/, '\\'],
  [/^(\d{1,9})(?=[.)](\s|$))/, '$1\\'],
]

/** A paragraph whose lines begin nothing but words. */
export const asWords = (text: string): string =>
  withoutBreaksAround(text)
    .split('\n')
    .map(line => lineBeginnings.reduce((so, [beginning, instead]) => so.replace(beginning, instead), line))
    .join('\n')

/** A break before the first word would leave an item of a list empty, one behind the last word says nothing. */
function withoutBreaksAround(text: string): string {
  const end = text.trimEnd()
  const body = text.indexOf('\n', end.length) < 0 ? text : end
  const blanks = body.length - body.trimStart().length
  return body.slice(body.slice(0, blanks).lastIndexOf('\n') + 1)
}

/** A heading has one line. Each run of blanks is looked at from its beginning alone. */
export const onOneLine = (text: string): string => text.replace(/(?<! ) *\n+ */g, ' ')
