import { type ReactNode, useRef } from 'react'

interface Props {
  onFiles: (files: readonly File[]) => void
  /** The button that opens the choice of files. */
  children: (choose: () => void) => ReactNode
}

/** Lets a person choose files with a button of one’s own. */
export function FileInput({ onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        // The visible button already provides the name and the focus.
        tabIndex={-1}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // Clearing the value allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}
