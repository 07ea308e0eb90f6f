import { Fragment, useMemo } from 'react'
import type { Person } from '#shared/contract/common'
import { Mention } from '../../ui/mention'
import { RichText } from '../../ui/rich-text'
import { hasMarks } from '../../ui/without-marks'
import { PlaceLink } from './place-link'

/** The names of the people whom a message mentions, the longest first, because one may begin like another. */
export function useMentioned(people: readonly Person[], mentions: readonly number[]): readonly string[] {
  return useMemo(
    () =>
      people
        .filter(person => person.user_displayname !== '' && mentions.includes(person.user_id))
        .map(person => person.user_displayname)
        .sort((one, other) => other.length - one.length),
    [people, mentions],
  )
}

const components = { a: PlaceLink }

interface Props {
  text: string
  /** The names of the people whom it mentions, as from `useMentioned`. */
  mentioned: readonly string[]
  /** On the colour of one’s own messages. */
  isOwn: boolean
}

/** The text of a message as Markdown, in which HTML is text and mentions stand out. */
export function MessageText({ text, mentioned, isOwn }: Props) {
  return (
    <div className="min-w-0" data-on={isOwn ? 'accent' : undefined}>
      {hasMarks(text) ? (
        <RichText size="message" mentioned={mentioned} components={components}>
          {text}
        </RichText>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <WithMentions text={text} mentioned={mentioned} />
        </p>
      )}
    </div>
  )
}

function WithMentions({ text, mentioned }: { text: string; mentioned: readonly string[] }) {
  const parts: { text: string; isName: boolean }[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = mentioned.find(candidate => text.startsWith(candidate, at + 1))
    if (name === undefined) continue
    parts.push({ text: text.slice(from, at), isName: false }, { text: `@${name}`, isName: true })
    from = at + 1 + name.length
  }
  parts.push({ text: text.slice(from), isName: false })
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position.
    part.isName ? <Mention key={index}>{part.text}</Mention> : <Fragment key={index}>{part.text}</Fragment>,
  )
}
