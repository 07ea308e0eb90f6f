import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Without a user interface of its own, which takes a quarter of the time of the stories. */
const HEADLESS = 'chromium-headless-shell'
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']
const WINDOWS_PROGRAMS = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe']

/**
 * The browser for pages that no screen shows: CHROME_PATH, else the headless shell on the PATH, else like `findBrowser`.
 * @returns {string | undefined} its full path; undefined if there is none
 */
export function findHeadlessBrowser() {
  if (process.env.CHROME_PATH) return findBrowser()
  return onPath(HEADLESS).find(file => canRun(file) && works(file)) ?? findBrowser()
}

/**
 * The Chromium or Chrome of this machine: CHROME_PATH, else on the PATH, else the usual folders of macOS and Windows.
 * @returns {string | undefined} its full path; undefined if there is none
 */
export function findBrowser() {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (canRun(chosen)) return chosen
    throw new Error(`CHROME_PATH names ${chosen}, which is not a program.`)
  }
  return candidates().find(file => canRun(file) && works(file))
}

function candidates() {
  return [...COMMANDS.flatMap(onPath), ...usualPlaces()]
}

/** @param {string} command */
const onPath = command =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, command))

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap(folder => MAC_APPS.map(app => join(folder, app)))
  }
  const { PROGRAMFILES, 'PROGRAMFILES(X86)': x86, LOCALAPPDATA } = process.env
  return [PROGRAMFILES, x86, LOCALAPPDATA].flatMap(folder =>
    folder ? WINDOWS_PROGRAMS.map(program => join(folder, program)) : [],
  )
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Some distributions install a script of that name which only explains how to get the real one.
 * @param {string} file
 */
function works(file) {
  return process.platform !== 'linux' || spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}
