import { useEffect, useRef, useState } from 'react'
import type { MicrophoneTrouble } from '../recording/machine'
import { type Microphone, microphones, NoMicrophone, openMicrophone } from '../recording/microphone'

interface Check {
  /** The open microphone during the check. */
  microphone: Microphone | null
  trouble: MicrophoneTrouble | null
  devices: readonly { id: string; label: string }[]
  /** Opens a microphone to show its volume; nothing is recorded. */
  open: (device_id: string | null) => Promise<void>
  close: () => void
}

/** Checks the microphone before recording. It is released when the page is left. */
export function useMicrophoneCheck(): Check {
  const [microphone, setMicrophone] = useState<Microphone | null>(null)
  const [trouble, setTrouble] = useState<MicrophoneTrouble | null>(null)
  const [devices, setDevices] = useState<Check['devices']>([])
  const held = useRef<Microphone | null>(null)
  const attempt = useRef(0)

  function close() {
    attempt.current += 1
    void held.current?.close()
    held.current = null
    setMicrophone(null)
  }
  async function open(device_id: string | null) {
    close()
    const mine = attempt.current
    setTrouble(null)
    try {
      const opened = await openMicrophone(device_id, close)
      if (mine !== attempt.current) return void opened.close()
      held.current = opened
      setMicrophone(opened)
      // Browsers reveal device names only after permission.
      setDevices(await microphones())
    } catch (cause) {
      if (mine === attempt.current) setTrouble(cause instanceof NoMicrophone ? cause.trouble : 'missing')
    }
  }

  useEffect(() => {
    const look = () => void microphones().then(setDevices)
    look()
    navigator.mediaDevices?.addEventListener('devicechange', look)
    return () => {
      navigator.mediaDevices?.removeEventListener('devicechange', look)
      attempt.current += 1
      void held.current?.close()
    }
  }, [])
  return { microphone, trouble, devices, open, close }
}
