import { saysTheSame } from '../log-words'

/** All that a log says, its title before its words, for comparing. */
export const wholeText = ({ title, content }: { title: string; content: string }): string =>
  title === '' || (content.trim() !== '' && saysTheSame(title, content))
    ? content
    : [title, content].filter(Boolean).join('\n\n')
