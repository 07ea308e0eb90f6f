import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { invitePeople, listInvites } from '#shared/contract/organisations/invites'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { sendEmailCode, sendPhoneCode, verifyCode } from '#shared/contract/session/endpoints'
import { listenOnLoopback } from '../../../../test/loopback'
import { openTestServer, type TestServer } from '../../../../test/test-server'

const password = 'the-password-of-the-mail-server'

interface Mail {
  from: string
  to: string[]
  headers: string
  text: string
}

/** A mail server on loopback that stores received mails and can be told to refuse them. */
class MailServer {
  readonly mails: Mail[] = []
  refuses: 'nothing' | 'people' | 'content' | 'the password' = 'nothing'
  readonly #server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => {
      const isKnown = auth.username === 'wheelhouse' && auth.password === password && this.refuses !== 'the password'
      callback(isKnown ? null : new Error('Unknown'), { user: auth.username })
    },
    onRcptTo: (_address, _session, callback) => {
      callback(this.refuses === 'people' ? new Error('No such person') : null)
    },
    onData: (stream, { envelope }, callback) => {
      let raw = ''
      stream.setEncoding('utf8').on('data', (piece: string) => {
        raw += piece
      })
      stream.on('end', () => {
        if (this.refuses === 'content') return callback(new Error('Looks like spam'))
        const [headers = '', ...text] = raw.split('\r\n\r\n')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        this.mails.push({
          from,
          to: envelope.rcptTo.map(sMTPServerAddress => sMTPServerAddress.address),
          headers,
          text: text.join('\n\n'),
        })
        callback()
      })
    },
  })

  async open(): Promise<string> {
    await new Promise<void>(done => this.#server.listen(0, '127.0.0.1', done))
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://wheelhouse:${password}@127.0.0.1:${port}`
  }

  close(): Promise<void> {
    return new Promise(done => this.#server.close(() => done()))
  }

  /** The newest code that was sent to an address. */
  codeFor(address: string): string {
    const mail = this.mails.findLast(sent => sent.to.includes(address))
    return mail?.text.match(/\b\d{6}\b/)?.[0] ?? `No mail went to ${address}.`
  }
}

const mailServer = new MailServer()
let server: TestServer
const mailFrom = 'Wheelhouse <hello@wheelhouse.example>'

beforeAll(async () => {
  server = await openTestServer({ settings: { SMTP_URL: await mailServer.open(), MAIL_FROM: mailFrom } })
})
afterAll(() => mailServer.close())
beforeEach(() => {
  mailServer.refuses = 'nothing'
})

describe('Codes by mail [D10]', () => {
  test('reach the person from the configured sender, and sign them in', async () => {
    const maya = server.stranger()
    const email = 'maya.okafor@ridgeway.example'
    await maya.call(sendEmailCode, { email })
    const OTP = mailServer.codeFor(email)
    expect(await maya.call(verifyCode, { email, OTP })).toMatchObject({ isNewUser: true })
    const [mail] = mailServer.mails
    expect(mail).toMatchObject({ from: 'hello@wheelhouse.example', to: [email] })
    expect(mail?.headers).toContain(`From: ${mailFrom}`)
    expect(mail?.headers).toContain(`Subject: ${OTP} is your Wheelhouse code`)
  })

  test('are not in the outbox, which still receives codes for phones', async () => {
    const stranger = server.stranger()
    await stranger.call(sendEmailCode, { email: 'tom@ridgeway.example' })
    await stranger.call(sendPhoneCode, { phone_number: '+15550142277' })
    const outbox = await (await fetch(`${server.url}/outbox.json`)).json()
    expect(outbox).toMatchObject([{ to: '+15550142277', kind: 'sms' }])
    const options = await (await fetch(`${server.url}${getSignInOptions.path}`)).json()
    expect(options).toMatchObject({ data: { outbox: expect.stringMatching(/\/outbox$/) } })
  })

  test.each(['people', 'content', 'the password'] as const)(
    'report when the server refuses %s, and requesting again works',
    async refused => {
      const stranger = server.stranger()
      const email = `refused.${refused.replace(' ', '.')}@ridgeway.example`
      mailServer.refuses = refused
      await expect(stranger.call(sendEmailCode, { email })).rejects.toMatchObject({
        status: 502,
        code: 'code.not_sent',
      })
      mailServer.refuses = 'nothing'
      server.clock.advance(1000)
      await stranger.call(sendEmailCode, { email })
      expect(await stranger.call(verifyCode, { email, OTP: mailServer.codeFor(email) })).toMatchObject({
        isNewUser: true,
      })
    },
  )

  test('count against the limit even if sending failed, to protect the mail server', async () => {
    const stranger = server.stranger()
    const email = 'often@ridgeway.example'
    mailServer.refuses = 'people'
    for (let sent = 0; sent < 5; sent += 1) {
      await expect(stranger.call(sendEmailCode, { email })).rejects.toMatchObject({ code: 'code.not_sent' })
    }
    await expect(stranger.call(sendEmailCode, { email })).rejects.toMatchObject({ code: 'code.too_many_sent' })
  })
})

describe('Invites by mail [D5]', () => {
  async function company() {
    const email = `owner.${mailServer.mails.length}@ridgeway.example`
    const owner = server.stranger()
    owner.codeFor = async address => mailServer.codeFor(address)
    await owner.signUp({ name: 'Maya Okafor', email })
    await owner.createOrganisation('Ridgeway Cycles\r\nBcc: everybody@ridgeway.example')
    const { roles } = await owner.call(organisationInfo, {})
    return { owner, role_id: roles[0]?.role_id ?? 0 }
  }

  test('go to the invited address alone, whatever the name of the organisation', async () => {
    const { owner, role_id } = await company()
    await owner.call(invitePeople, { invites: [{ email_id: 'tom@ridgeway.example', role_id }] })
    const mail = mailServer.mails.at(-1)
    expect(mail).toMatchObject({ to: ['tom@ridgeway.example'], text: expect.stringContaining('/#/workspace') })
    expect(mail?.headers).not.toMatch(/^bcc:/im)
  })

  test('that cannot be delivered are kept and reported; the others of the call are sent', async () => {
    const { owner, role_id } = await company()
    mailServer.refuses = 'people'
    const invites = [
      { email_id: 'noor@ridgeway.example', role_id },
      { phone_number: '+15550142278', role_id },
    ]
    const results = await owner.call(invitePeople, { invites })
    expect(results).toMatchObject([
      { status: 502, code: 'invite.not_sent', invite: { status: 'pending' } },
      { status: 200 },
    ])
    expect(await owner.call(listInvites, {})).toHaveLength(2)
  })
})

test('report an unreachable server as an error', async () => {
  const closed = createServer()
  const port = await listenOnLoopback(closed)
  await new Promise(done => closed.close(done))
  const other = await openTestServer({ settings: { SMTP_URL: `smtp://wheelhouse:${password}@127.0.0.1:${port}` } })
  const asking = other.stranger().call(sendEmailCode, { email: 'maya@ridgeway.example' })
  await expect(asking).rejects.toMatchObject({ status: 502, code: 'code.not_sent' })
  expect(other.logLines.join()).toContain('A one-time code could not be sent.')
  expect(other.logLines.join()).not.toContain(password)
})

test('neither a code nor the password of the mail server is in the log [D39]', () => {
  const log = server.logLines.join('\n')
  expect(log).toContain('A one-time code could not be sent.')
  expect(log).not.toContain(password)
  for (const { text } of mailServer.mails) {
    const code = text.match(/\b\d{6}\b/)?.[0]
    if (code) expect(log).not.toContain(code)
  }
})
