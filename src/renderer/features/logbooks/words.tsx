import type { MarkdownProps } from '../../ui/markdown'
import { RichText } from '../../ui/rich-text'

/** What somebody wrote, as markdown, under the heading of a log unless said otherwise. */
export function Words(props: Pick<MarkdownProps, 'children' | 'headingLevel' | 'size' | 'onChange'>) {
  return <RichText headingLevel={4} {...props} />
}
