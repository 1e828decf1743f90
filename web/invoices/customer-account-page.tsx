/** The account of a customer, with the buttons that take a payment or invoice what is open, and the customer's invoices. */
import { useQuery } from "@tanstack/react-query";
import { customers } from "#contract/customers.ts";
import { CustomerAccount } from "#web/charges/customer-account.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { CustomerWallet } from "#web/payments/customer-wallet.tsx";
import { TakePaymentButton } from "#web/payments/take-payment-dialog.tsx";
import { CustomerInvoices } from "./customer-invoices.tsx";
import { InvoiceNowButton } from "./invoice-now-dialog.tsx";

export function CustomerAccountPage() {
  const customerId = useRouteParam("customerId");
  const { organizationId } = useScope();
  const customer = useQuery(endpointQuery(customers.read, { params: { organizationId, customerId } })).data?.data;
  return (
    <CustomerAccount
      customerId={customerId}
      actions={
        <>
          <InvoiceNowButton customerId={customerId} />
          <TakePaymentButton customerId={customerId} variant="primary" />
        </>
      }
      invoices={
        <>
          {customer && <CustomerWallet customer={customer} />}
          <CustomerInvoices customerId={customerId} />
        </>
      }
    />
  );
}
