import { Argument, type Command } from 'commander'
import { createBot, type TemplateName, templateNames } from '../bot/templates.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { wrap } from '../output/text.ts'
import type { AddCommand, Cli } from './command.ts'

/** `outrigger bot new`: creates a small project that runs. */
export const addBot: AddCommand = (program, cli) => {
  const bot = program.command('bot').description('create a TypeScript project for a bot').helpCommand(false)
  describeNew(bot.command('new').description('create a small bot that runs'), cli.run)
}

/** Adds the arguments and the action of `bot new` to a command. `npm create outrigger` uses the same ones. */
export function describeNew(command: Command, run: Cli['run']): void {
  command
    .addArgument(new Argument('[template]', 'what the bot does').choices(templateNames).default('swap-sender'))
    .argument('[folder]', 'an empty or new folder (default: the name of the template)')
    .option('--tarballs <folder>', 'install the packages from the tarballs of `npm run pack:all` instead of npm')
    .action((template: TemplateName, folder: string = template, { tarballs }: { readonly tarballs?: string }) =>
      run(async (output) => {
        const files = createBot(template, folder, tarballs)
        output.data({ template, folder, files }, () =>
          [
            `Wrote ${files.length} files to ${folder}.`,
            'Then run there: npm install, cp .env.example .env, npm start. README.md lists the requirements.',
          ].flatMap((line) => wrap(line, getLineWidth())),
        )
      }),
    )
}
