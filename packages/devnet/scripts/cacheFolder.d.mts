export function cacheFolder(process?: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}): string
