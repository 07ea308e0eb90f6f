import { useRef } from 'react'
import { Button, type ButtonProps } from './button'

interface Props extends Omit<ButtonProps, 'onClick' | 'type'> {
  onFiles: (files: File[]) => void
  /** The `accept` attribute of the file input, such as `image/*,.pdf`; any file by default. */
  accept?: string
}

/** A button that opens the file chooser. */
export function FileButton({ onFiles, accept, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
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
