import { RichText } from '../../ui/rich-text'

/** What somebody wrote, as markdown, under the heading of a log unless said otherwise. */
export function Words({ children, headingLevel = 4 }: { children: string; headingLevel?: 3 | 4 }) {
  return <RichText headingLevel={headingLevel}>{children}</RichText>
}
