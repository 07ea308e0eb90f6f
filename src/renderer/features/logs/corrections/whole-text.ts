import { repeatsTitle } from '../log-words'

/** The title and the content of a log as one text, for comparing. */
export const wholeText = ({ title, content }: { title: string; content: string }): string =>
  title === '' || (content.trim() !== '' && repeatsTitle(title, content))
    ? content
    : [title, content].filter(Boolean).join('\n\n')
