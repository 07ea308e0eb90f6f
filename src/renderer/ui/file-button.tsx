import { useRef } from 'react'
import { Button, type ButtonProps } from './button'

interface Props extends Omit<ButtonProps, 'onClick' | 'type'> {
  onFiles: (files: File[]) => void
  /** As the file dialog takes it: `image/*,.pdf`. Anything, unless given. */
  accept?: string
}

/** A button that lets somebody choose files. */
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
        // The button is what it is called and reached by.
        tabIndex={-1}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
