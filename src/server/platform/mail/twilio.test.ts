import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { invitePeople, listInvites } from '#shared/contract/organisations/invites'
import { sendPhoneCode, verifyCode } from '#shared/contract/session/endpoints'
import { listenOnLoopback } from '../../../../test/loopback'
import { openTestServer, type TestServer } from '../../../../test/test-server'

const token = 'the-token-of-the-account'
const phone_number = '+15550142277'

interface TwilioRequest {
  request: IncomingMessage
  fields: Record<string, string>
}

const asked: TwilioRequest[] = []
/** The status that the service answers with; `nothing` drops the connection. */
let answer: number | 'nothing' = 201
let service: Server
let server: TestServer

beforeAll(async () => {
  service = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    asked.push({ request, fields: Object.fromEntries(new URLSearchParams(body)) })
    if (answer === 'nothing') request.socket.destroy()
    else response.writeHead(answer, { 'content-type': 'application/json' }).end(JSON.stringify({ body: 'as it came' }))
  })
  const TWILIO_URL = `http://127.0.0.1:${await listenOnLoopback(service)}`
  server = await openTestServer({
    settings: { TWILIO_ACCOUNT_SID: 'AC0123', TWILIO_AUTH_TOKEN: token, TWILIO_FROM: '+15550100', TWILIO_URL },
  })
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  answer = 201
  asked.length = 0
})

const codeSent = () => asked.at(-1)?.fields.Body?.match(/^\d{6}\b/)?.[0] ?? 'No code was sent.'

test('a code goes to Twilio in the form of its message resource, and signs the person in [D10]', async () => {
  const maya = server.stranger()
  await maya.call(sendPhoneCode, { phone_number: '+1 (555) 014-2277' })
  expect(asked).toHaveLength(1)
  const [{ request, fields } = { request: undefined, fields: undefined }] = asked
  expect(request).toMatchObject({
    method: 'POST',
    url: '/2010-04-01/Accounts/AC0123/Messages.json',
    headers: {
      authorization: `Basic ${Buffer.from(`AC0123:${token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    },
  })
  expect(fields).toEqual({
    To: phone_number,
    From: '+15550100',
    Body: expect.stringMatching(/^\d{6} is your Wheelhouse code/),
  })
  expect(await maya.call(verifyCode, { phone_number, OTP: codeSent() })).toMatchObject({ isNewUser: true })
})

test.each([400, 401, 429, 500, 'nothing'] as const)(
  'when the service answers %s, the error is reported, and requesting again works',
  async failure => {
    const stranger = server.stranger()
    const number = `+1555014${1000 + (failure === 'nothing' ? 0 : failure)}`
    answer = failure
    await expect(stranger.call(sendPhoneCode, { phone_number: number })).rejects.toMatchObject({
      status: 502,
      code: 'code.not_sent',
    })
    answer = 201
    server.clock.advance(1000)
    await stranger.call(sendPhoneCode, { phone_number: number })
    expect(await stranger.call(verifyCode, { phone_number: number, OTP: codeSent() })).toMatchObject({
      isNewUser: true,
    })
  },
)

test('the code of a message that was reported as failed still works if it arrives', async () => {
  const stranger = server.stranger()
  answer = 500
  await expect(stranger.call(sendPhoneCode, { phone_number: '+15550143000' })).rejects.toMatchObject({
    code: 'code.not_sent',
  })
  await stranger.call(verifyCode, { phone_number: '+15550143000', OTP: codeSent() })
})

test('an invite that cannot be delivered is kept, and sending it again delivers it [D5]', async () => {
  const owner = server.stranger()
  owner.codeFor = async () => codeSent()
  await owner.signUp({ name: 'Maya Okafor', phone: '+15550145000' })
  await owner.createOrganisation('Ridgeway Cycles')
  const { roles } = await owner.call(organisationInfo, {})
  const invites = [{ phone_number: '+15550144000', role_id: roles[0]?.role_id ?? 0 }]
  answer = 500
  expect(await owner.call(invitePeople, { invites })).toMatchObject([{ status: 502, code: 'invite.not_sent' }])
  expect(await owner.call(listInvites, {})).toMatchObject([{ phone_number: '+15550144000', status: 'pending' }])
  answer = 201
  expect(await owner.call(invitePeople, { invites })).toMatchObject([{ status: 200 }])
  expect(asked.at(-1)?.fields).toMatchObject({ To: '+15550144000', Body: expect.stringContaining('/#/workspace') })
  expect(await owner.call(listInvites, {})).toHaveLength(1)
})

test('neither a code nor the account’s token is in the log [D39]', () => {
  const log = server.logLines.join('\n')
  expect(log).toContain('The SMS service answered 500.')
  expect(log).not.toContain(token)
  expect(log).not.toContain(Buffer.from(`AC0123:${token}`).toString('base64'))
  expect(log).not.toMatch(/\d{6} is your Wheelhouse code/)
})
