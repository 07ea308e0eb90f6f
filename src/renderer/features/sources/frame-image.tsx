import { useRef } from 'react'
import type { Frame } from '#shared/contract/sources/endpoints'

interface Props {
  frame: Frame
  alt: string
  className: string
  /** Requests another address. */
  renew: (id: string) => void
}

/** A picture whose expired address is renewed once. */
export function FrameImage({ frame, alt, className, renew }: Props) {
  const renewed = useRef(false)
  return (
    <img
      src={frame.url}
      alt={alt}
      loading="lazy"
      onError={() => {
        if (!renewed.current) renew(frame.id)
        renewed.current = true
      }}
      className={className}
    />
  )
}
