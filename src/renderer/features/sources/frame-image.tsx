import { useRef } from 'react'
import type { Frame } from '#shared/contract/sources/endpoints'
import { useIsOnPaper } from '../../ui/printed-rows'

interface Props {
  frame: Frame
  alt: string
  className: string
  /** Requests another address. */
  renew: (id: string) => void
}

/** A picture whose expired address is renewed once. */
export function FrameImage({ frame, alt, className, renew }: Props) {
  const isOnPaper = useIsOnPaper()
  const renewed = useRef<string | null>(null)
  return (
    <img
      src={frame.url}
      alt={alt}
      loading={isOnPaper ? 'eager' : 'lazy'}
      onError={() => {
        if (renewed.current !== frame.id) renew(frame.id)
        renewed.current = frame.id
      }}
      className={className}
    />
  )
}
