import { getSignInOptions } from '#shared/contract/profile/endpoints'
import * as contract from '#shared/contract/session/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as session from './service'

export const sessionRoutes: Route[] = [
  route(getSignInOptions, session.signInOptions),
  route(contract.sendPhoneCode, session.byPhone),
  route(contract.sendEmailCode, session.byEmail),
  route(contract.verifyCode, session.verify),
  route(contract.googleSignIn, session.googleSignIn),
  route(contract.getTokens, session.refresh),
  route(contract.signOut, session.signOut),
]
