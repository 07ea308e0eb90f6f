import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useGuest, useSignUpRequest } from '../../platform/guest'
import { Button } from '../../ui/button'
import { LazyModal } from '../../ui/lazy-modal'
import { WheelMark } from '../../ui/wheel-mark'
import { signUp } from './signing-up'

/** Asks a guest to sign up for more [2.17, 8.4]. */
export function GuestSignUp() {
  const { t } = useTranslation(['guests', 'app'])
  const isOpen = useSignUpRequest(state => state.isOpen)
  const hasRecording = useGuest(state => state.batchIds.length > 0)
  const id = useId()
  const close = () => useSignUpRequest.getState().ask(false)
  return (
    <LazyModal
      open={isOpen}
      onClose={close}
      labelledBy={`${id}-title`}
      describedBy={hasRecording ? `${id}-text` : undefined}
      className="top-[calc(50%+var(--top-inset)/2)] left-1/2 max-h-[calc(100dvh-var(--top-inset)-32px)] w-[432px] max-w-[calc(100vw-32px)] -translate-1/2 overflow-y-auto rounded-lg border border-line px-6 pt-7 pb-6 text-center duration-slow ease-enter data-ending-style:opacity-0 data-ending-style:duration-base data-starting-style:opacity-0"
    >
      <span className="mx-auto grid size-[52px] shrink-0 place-items-center rounded-md bg-accent text-on-accent">
        <WheelMark size={30} />
      </span>
      <h2 id={`${id}-title`} className="mt-5 text-xl font-semibold tracking-tight text-balance">
        {t('signUp.title', { product: t('app:name') })}
      </h2>
      {hasRecording && (
        <p id={`${id}-text`} className="mt-2 text-balance text-muted">
          {t('signUp.text')}
        </p>
      )}
      <div className="mt-5 flex flex-col gap-2">
        <Button variant="primary" size="lg" block onClick={signUp}>
          {t('signUp.action')}
        </Button>
        <Button variant="quiet" size="lg" block onClick={close}>
          {t('signUp.later')}
        </Button>
      </div>
    </LazyModal>
  )
}
