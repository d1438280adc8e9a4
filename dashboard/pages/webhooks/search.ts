const STATUSES = ['pending', 'retrying', 'succeeded', 'failed'] as const;

/** What the address of a webhook holds: which deliveries are shown, and the one that is open. */
export interface WebhooksSearch {
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly event?: string | undefined;
  readonly delivery?: string | undefined;
}

/** Drops what it cannot read. */
export function webhooksSearch(raw: Readonly<Record<string, unknown>>): WebhooksSearch {
  const status = STATUSES.find((one) => one === raw.status);
  return {
    ...(status === undefined ? {} : { status }),
    ...(typeof raw.event === 'string' && raw.event !== '' ? { event: raw.event } : {}),
    ...(typeof raw.delivery === 'string' && raw.delivery.startsWith('dlv_')
      ? { delivery: raw.delivery }
      : {}),
  };
}
