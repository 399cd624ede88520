"""Web Push: telling people that it is their turn while they look elsewhere. Off unless set up.

pusher      when somebody is told, and what
keys        the server's keys (VAPID), and messages encrypted for one device
delivery    one request to a push service: https, public addresses alone, no redirects
push_api    devices that want to be told, or no longer

Whoever runs the server makes keys by `quatrefoil push-keys`; without them nothing is sent anywhere.
"""
