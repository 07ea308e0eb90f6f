import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allowCameraNetwork, type CameraTest, testCamera } from '#shared/contract/sources/camera-tests'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'

type Working = Extract<CameraTest, { works: true }>
type Failed = Extract<CameraTest, { works: false }>

/** The last test of an address, as long as the form still has that address. */
export interface AddressTest {
  isRunning: boolean
  result: CameraTest | null
  failure: Failure | null
  run(): Promise<void>
}

/** Tests the address that a form has. `camera_id` names the camera whose stored password may be used. */
export function useAddressTest(address: string, camera_id: number | undefined): AddressTest {
  const [tested, setTested] = useState<{ address: string; result: CameraTest | null; failure: Failure | null }>()
  const [running, setRunning] = useState<string | null>(null)
  async function run() {
    setRunning(address)
    const outcome = await call(testCamera, { address, ...(camera_id !== undefined && { camera_id }) })
    setTested({
      address,
      result: outcome.ok ? outcome.data : null,
      failure: outcome.ok ? null : { code: outcome.code, message: outcome.message },
    })
    setRunning(null)
  }
  const isCurrent = tested?.address === address
  return {
    isRunning: running !== null,
    result: isCurrent ? tested.result : null,
    failure: isCurrent ? tested.failure : null,
    run,
  }
}

/** Problems with which a camera would be refused if it were added. */
const refused = ['network_refused', 'address_invalid']

interface Props {
  test: AddressTest
  /** Adds or saves the camera although no picture came; null where nothing is to be saved. */
  onSaveAnyway: (() => void) | null
}

/** The picture of the tested address, or what is wrong with it and what to do. */
export function CameraTestPart({ test, onSaveAnyway }: Props) {
  const { t } = useTranslation('sources')
  const errorText = useErrorText()
  const { isRunning, result, failure } = test
  return (
    <div role="status" aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {isRunning ? (
        <>
          <p className="text-sm text-muted">{t('test.running')}</p>
          <Skeleton height={180} className="rounded-md" />
        </>
      ) : failure ? (
        <p className="text-sm text-danger-ink">{errorText(failure)}</p>
      ) : (
        result && (result.works ? <Shown result={result} /> : <Problem result={result} {...{ test, onSaveAnyway }} />)
      )}
    </div>
  )
}

function Shown({ result: { picture, width, height, codec, milliseconds } }: { result: Working }) {
  const { t } = useTranslation('sources')
  return (
    <figure className="flex flex-col gap-1.5">
      <img
        src={picture}
        alt={t('test.picture')}
        className="max-h-[240px] w-full rounded-md border border-line bg-surface-2 object-contain"
      />
      <figcaption className="flex items-start gap-1.5 text-sm">
        <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success-ink" />
        {t('test.works', { width, height, codec: codecNames[codec] ?? codec, milliseconds })}
      </figcaption>
    </figure>
  )
}

const codecNames: Readonly<Record<string, string>> = { jpeg: 'JPEG', h264: 'H.264', hevc: 'H.265', hls: 'HLS' }

function Problem({ result: { problem, network }, test, onSaveAnyway }: Props & { result: Failed }) {
  const { t } = useTranslation('sources')
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
      <p className="flex items-start gap-1.5 text-sm font-semibold">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn-ink" />
        {t(`test.problem.${problem}`)}
      </p>
      {network ? (
        <NetworkOffer network={network} onAllowed={() => void test.run()} />
      ) : (
        <p className="text-sm text-muted">{t(`test.advice.${problem}`)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button needsServer size="sm" icon={RefreshCw} onClick={() => void test.run()}>
          {t('test.again')}
        </Button>
        {onSaveAnyway && !refused.includes(problem) && (
          <Button needsServer size="sm" variant="quiet" onClick={onSaveAnyway}>
            {t('test.anyway')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Allows the private network of the address, or says whom to ask. */
function NetworkOffer({
  network: { network, may_allow, ask },
  onAllowed,
}: {
  network: NonNullable<Failed['network']>
  onAllowed: () => void
}) {
  const { t } = useTranslation('sources')
  const errorText = useErrorText()
  const [isAllowing, setAllowing] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function allow() {
    setAllowing(true)
    const outcome = await call(allowCameraNetwork, { network })
    setAllowing(false)
    if (outcome.ok) onAllowed()
    else setFailure(outcome)
  }
  if (!may_allow) {
    const names = ask.join(', ')
    return (
      <p className="text-sm text-muted">{t(names ? 'network.askOwner' : 'network.askOperator', { network, names })}</p>
    )
  }
  return (
    <>
      <p className="text-sm text-muted">{t('network.risk', { network })}</p>
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText(failure)}
        </p>
      )}
      <div>
        <Button needsServer size="sm" loading={isAllowing} onClick={() => void allow()}>
          {t('network.allow', { network })}
        </Button>
      </div>
    </>
  )
}
