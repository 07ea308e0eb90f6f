import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './button'
import { IconButton } from './icon-button'

interface Choice {
  onFiles: (files: File[]) => void
  /** The `accept` attribute of the file input, such as `image/*,.pdf`; any file by default. */
  accept?: string
}

/** A button that opens the file chooser. */
export function FileButton({ onFiles, accept, ...button }: Choice & Omit<ButtonProps, 'onClick' | 'type'>) {
  return (
    <FileInput onFiles={onFiles} accept={accept}>
      {choose => <Button {...button} onClick={choose} />}
    </FileInput>
  )
}

/** The same with an icon. */
export function FileIconButton({
  onFiles,
  accept,
  ...button
}: Choice & Omit<ComponentProps<typeof IconButton>, 'onClick' | 'type'>) {
  return (
    <FileInput onFiles={onFiles} accept={accept}>
      {choose => <IconButton {...button} onClick={choose} />}
    </FileInput>
  )
}

interface InputProps {
  onFiles: (files: File[]) => void
  accept: string | undefined
  children: (choose: () => void) => ReactNode
}

function FileInput({ onFiles, accept, children }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        // The visible button already provides the name and the focus.
        aria-hidden
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
