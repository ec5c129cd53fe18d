import { expect, it } from 'vitest'
import { toFormat } from './channels.ts'

it.each([
  ['https://hooks.slack.com/services/a', 'slack'],
  ['https://hooks.slack-gov.com/services/a', 'slack'],
  ['https://discord.com/api/webhooks/1/a', 'discord'],
  ['https://ptb.discord.com/api/webhooks/1/a', 'discord'],
  ['https://canary.discordapp.com/api/webhooks/1/a', 'discord'],
  ['https://api.telegram.org/bot1:a/sendMessage', 'telegram'],
  ['https://discord.com.example/api', 'standard'],
  ['https://evil-discord.com/api', 'standard'],
  [null, 'standard'],
] as const)('%s takes the form of %s', (url, format) => {
  expect(toFormat(url)).toBe(format)
})
