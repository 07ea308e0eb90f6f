import { Fragment } from 'react'
import { cx } from '../../ui/cx'

interface Props {
  text: string
  /** The names of the people whom it mentions. */
  mentioned: readonly string[]
  /** On the colour of one’s own messages. */
  isOwn: boolean
}

const address = /(https?:\/\/[^\s<>"]+)/

/** Punctuation at the end of an address belongs to the sentence. */
const endOf = (link: string): number => link.length - (/[).,;:!?]{1,9}$/.exec(link)?.[0].length ?? 0)

/** Shows a text as it was written, which is never markup; web addresses become links and mentions stand out. */
export function MessageText({ text, mentioned, isOwn }: Props) {
  const pieces = text.split(address)
  return (
    <p className="text-base wrap-anywhere whitespace-pre-wrap">
      {pieces.map((piece, index) => {
        // Pieces have no identity but their position.
        const key = index
        if (index % 2 === 0) return <WithMentions key={key} text={piece} mentioned={mentioned} />
        const end = endOf(piece)
        return (
          <Fragment key={key}>
            <a
              href={piece.slice(0, end)}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={cx('underline underline-offset-2', isOwn ? 'text-on-accent' : 'text-accent')}
            >
              {piece.slice(0, end)}
            </a>
            {piece.slice(end)}
          </Fragment>
        )
      })}
    </p>
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
    part.isName ? <strong key={index}>{part.text}</strong> : <Fragment key={index}>{part.text}</Fragment>,
  )
}
