import type { MarkdownProps } from './markdown'
import { RichText } from './rich-text'

/** Renders text as markdown, with headings below that of a log by default. */
export function Words(props: Pick<MarkdownProps, 'children' | 'headingLevel' | 'size' | 'onChange' | 'components'>) {
  return <RichText headingLevel={4} {...props} />
}
